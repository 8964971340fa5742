import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { applyBannerHeight, readBannerHeight } from './banner-height.ts'

/**
 * Reserves, from the first paint, the height that the banners had when the page was last left, so
 * that the page does not jump when they appear.
 */
export function BannerSpace({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    applyBannerHeight(readBannerHeight())
    return () => applyBannerHeight(0)
  }, [])
  return <Suspense>{children}</Suspense>
}
