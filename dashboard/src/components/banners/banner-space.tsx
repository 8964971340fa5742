import { Suspense, useLayoutEffect, useRef, type ReactNode } from 'react'
import { readSetting, writeSetting } from '../../lib/storage.ts'
import { Banner, type BannerContent } from './banner.tsx'

const KEY = 'stoa.banner-height'
const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 1000

const applyHeight = (pixels: number) =>
  document.documentElement.style.setProperty('--banner-height', `${pixels}px`)

/**
 * Keeps, from the first paint on, the room the banners took when the page was last left, so that
 * the page does not jump when they are there again.
 */
export function BannerSpace({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    applyHeight(readSetting(KEY, 0, isHeight))
    return () => applyHeight(0)
  }, [])
  return <Suspense>{children}</Suspense>
}

/**
 * The banners, over everything. They appear together once every source has answered (`undefined`
 * until then): several arrivals would push the page down several times.
 */
export function BannerStack({ banners }: { banners: BannerContent[] | undefined }) {
  const stack = useRef<HTMLDivElement>(null)
  // While the next page's answers are under way, those of the last one stay.
  const last = useRef(banners)
  if (banners) last.current = banners
  const shown = last.current
  const isSettled = shown !== undefined
  useLayoutEffect(() => {
    const element = stack.current
    if (!isSettled || !element) return
    const follow = () => {
      applyHeight(element.offsetHeight)
      writeSetting(KEY, element.offsetHeight)
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
