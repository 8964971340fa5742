import { useEffect, useState } from 'react'
import { z } from 'zod'
import { readSetting, writeSetting } from '../../lib/storage.ts'
import type { BannerContent } from './banner.tsx'

const KEY = 'stoa.banners'

const keptBanners = z.object({
  place: z.string(),
  banners: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['incident', 'notice', 'clock', 'warning', 'danger']),
      title: z.string(),
      text: z.string().exactOptional(),
      link: z.object({ label: z.string(), href: z.string() }).exactOptional(),
    }),
  ),
})
type KeptBanners = z.infer<typeof keptBanners>

/**
 * The banners of a page, `undefined` while they are unknown: until the server has said, those of
 * the last visit, so that a page that is opened again looks from the start as it was left. They are
 * kept with the settings of this browser, which signing out clears.
 */
export function useKeptBanners(
  place: string,
  fresh: BannerContent[] | undefined,
): BannerContent[] | undefined {
  const text = fresh && JSON.stringify({ place, banners: fresh } satisfies KeptBanners)
  const [last, setLast] = useState(() => ({ text, banners: fresh ?? lastBanners(place) }))
  // While the next page's answers are under way, those of the last one stay.
  if (fresh && text !== last.text) setLast({ text, banners: fresh })
  useEffect(() => {
    if (text !== undefined) writeSetting(KEY, JSON.parse(text))
  }, [text])
  return fresh ?? last.banners
}

/** What is said of bills belongs to the place it was said at, everything else to every page. */
function lastBanners(place: string): BannerContent[] | undefined {
  const last = readSetting(KEY, NOTHING, isKept)
  return last?.banners.filter(
    ({ kind }) => last.place === place || (kind !== 'warning' && kind !== 'danger'),
  )
}

const NOTHING: KeptBanners | null = null
const isKept = (value: unknown): value is KeptBanners | null => keptBanners.safeParse(value).success
