import { BannerStack } from './banner-stack.tsx'
import { useClockBanners, useIncidentBanners } from './public-status.ts'

/** The banners of the pages before the sign-in: notices are not shown there. */
export function PublicBanners() {
  const incidents = useIncidentBanners()
  const clock = useClockBanners()
  return <BannerStack banners={incidents && clock && [...incidents, ...clock]} />
}
