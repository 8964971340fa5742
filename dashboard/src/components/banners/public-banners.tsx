import { BannerStack } from './banner-stack.tsx'
import { useClockBanners, useIncidentBanners } from './public-status.ts'

/** The banners of pages before sign-in, which show no notices. */
export function PublicBanners() {
  const incidents = useIncidentBanners()
  const clock = useClockBanners()
  return <BannerStack banners={incidents && clock && [...incidents, ...clock]} />
}
