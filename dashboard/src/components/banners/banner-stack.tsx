import { useLayoutEffect, useRef, useState } from 'react'
import { keepBannerHeight, slideToBannerHeight } from './banner-height.ts'
import { Banner, type BannerProps } from './banner.tsx'

/**
 * Shows the banners above everything else. They appear together once every source has responded
 * (`banners` is `undefined` until then), so that the page moves down only once. When the banners
 * need more height than was reserved, they are revealed as the page moves down and never cover it.
 */
export function BannerStack({ banners }: { banners: BannerProps[] | undefined }) {
  const stack = useRef<HTMLDivElement>(null)
  // The last page's banners stay visible while the next page's requests are pending.
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
