import { useLayoutEffect, useRef, useState } from 'react'
import { keepBannerHeight, slideToBannerHeight } from './banner-height.ts'
import { Banner, type BannerProps } from './banner.tsx'

/**
 * The banners, over everything. They appear together once every source has answered (`undefined`
 * until then): several arrivals would push the page down several times. Banners the page had no room
 * for come into sight as fast as the page gives way, and never over what it shows.
 */
export function BannerStack({ banners }: { banners: BannerProps[] | undefined }) {
  const stack = useRef<HTMLDivElement>(null)
  // While the next page's answers are under way, those of the last one stay.
  const [last, setLast] = useState(banners)
  if (banners && banners !== last) setLast(banners)
  const shown = banners ?? last
  const isSettled = shown !== undefined
  useLayoutEffect(() => {
    const element = stack.current
    if (!isSettled || !element) return
    const follow = () => {
      slideToBannerHeight(element.offsetHeight)
      keepBannerHeight(element.offsetHeight)
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSettled])
  return (
    <div
      data-slot="banner-stack"
      className="fixed inset-x-0 top-0 z-30 h-(--banner-height) overflow-hidden bg-surface"
    >
      <div ref={stack} className="max-h-[40dvh] overflow-y-auto">
        {shown?.map((banner) => (
          <Banner key={banner.id} {...banner} />
        ))}
      </div>
    </div>
  )
}
