import { useLayoutEffect, useRef, useState } from 'react'
import { applyBannerHeight, keepBannerHeight } from './banner-height.ts'
import { Banner, type BannerContent } from './banner.tsx'

/**
 * The banners, over everything. They appear together once every source has answered (`undefined`
 * until then): several arrivals would push the page down several times.
 */
export function BannerStack({ banners }: { banners: BannerContent[] | undefined }) {
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
      applyBannerHeight(element.offsetHeight)
      keepBannerHeight(element.offsetHeight)
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSettled])
  return (
    <div
      ref={stack}
      data-slot="banner-stack"
      className="fixed inset-x-0 top-0 z-30 max-h-[40dvh] overflow-y-auto bg-surface"
    >
      {shown?.map((banner) => (
        <Banner key={banner.id} {...banner} />
      ))}
    </div>
  )
}
