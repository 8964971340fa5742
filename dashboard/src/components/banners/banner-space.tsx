import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { applyBannerHeight, readBannerHeight } from './banner-height.ts'

/**
 * Keeps, from the first paint on, the room the banners took when the page was last left, so that
 * the page does not jump when they are there again.
 */
export function BannerSpace({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    applyBannerHeight(readBannerHeight())
    return () => applyBannerHeight(0)
  }, [])
  return <Suspense>{children}</Suspense>
}
