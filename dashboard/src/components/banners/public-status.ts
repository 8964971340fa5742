import { CLOCK_POLL, isClockInaccurate } from '../../data/client/clock.ts'
import {
  INCIDENTS_POLL,
  readIncidents,
  type OngoingIncident,
} from '../../data/resources/platform/public-incidents.ts'
import { usePolled } from '../../lib/use-polled.ts'
import type { BannerContent } from './banner.tsx'

const readClock = (signal: AbortSignal) => isClockInaccurate(signal)

/** The wording that SPEC 8 prescribes. */
export const CLOCK_TEXT =
  "Your computer's clock appears to be inaccurate. This can cause issues with certain features."

/** The banner for ongoing incidents before sign-in, or undefined until the server responds. */
export function useIncidentBanners(): BannerContent[] | undefined {
  const incidents = usePolled(readIncidents, INCIDENTS_POLL)
  return incidents && incidentBanners(incidents)
}

/** Summarizes all incidents in one line: the title of the latest and the number of the others. */
export function incidentBanners(incidents: readonly OngoingIncident[]): BannerContent[] {
  const [latest, ...others] = incidents
  if (!latest) return []
  return [
    {
      id: 'incident',
      kind: 'incident',
      title: latest.title,
      ...(others.length > 0 && { text: `and ${others.length} more` }),
      ...(latest.link && { link: { label: 'Status page', href: latest.link } }),
    },
  ]
}

/** The banner for an inaccurate clock, or undefined until the server's time is known. */
export function useClockBanners(): BannerContent[] | undefined {
  const isInaccurate = usePolled(readClock, CLOCK_POLL)
  if (isInaccurate === undefined) return undefined
  return isInaccurate ? [{ id: 'clock', kind: 'clock', title: CLOCK_TEXT }] : []
}
