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
 * Returns the banners of a page, or `undefined` while they are unknown. Until the server responds,
 * it returns the banners of the last visit, so that a reopened page does not change its layout.
 * They are stored in this browser and cleared at sign-out.
 */
export function useKeptBanners(
  place: string,
  fresh: BannerContent[] | undefined,
): BannerContent[] | undefined {
  const text = fresh && JSON.stringify({ place, banners: fresh } satisfies KeptBanners)
  const [last, setLast] = useState(() => ({ text, banners: fresh ?? lastBanners(place) }))
  // The last page's banners stay visible while the next page's requests are pending.
  if (fresh && text !== last.text) setLast({ text, banners: fresh })
  useEffect(() => {
    if (text !== undefined) writeSetting(KEY, JSON.parse(text))
  }, [text])
  return fresh ?? last.banners
}

/** Drops billing banners of another organization or project. All other banners fit every page. */
function lastBanners(place: string): BannerContent[] | undefined {
  const last = readSetting(KEY, NOTHING, isKept)
  return last?.banners.filter(
    ({ kind }) => last.place === place || (kind !== 'warning' && kind !== 'danger'),
  )
}

const NOTHING: KeptBanners | null = null
const isKept = (value: unknown): value is KeptBanners | null => keptBanners.safeParse(value).success
