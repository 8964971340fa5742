import { useEffect, useState } from 'react'
import { isRecord } from '../../data/client/http.ts'
import { isString, readSetting, writeSetting } from '../../lib/storage.ts'
import { isBannerKind, type BannerContent } from './banner.tsx'

const KEY = 'stoa.banners'

type KeptBanners = { place: string; banners: BannerContent[] }

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
function isKept(value: unknown): value is KeptBanners | null {
  if (value === null) return true
  if (!isRecord(value) || typeof value['place'] !== 'string') return false
  return Array.isArray(value['banners']) && value['banners'].every(isBanner)
}

/** A banner of another release may have a kind that this one can't show. */
function isBanner(value: unknown): value is BannerContent {
  if (!isRecord(value)) return false
  const { id, kind, title, text, link } = value
  const isLink = isRecord(link) && isString(link['label']) && isString(link['href'])
  return (
    isString(id) &&
    isString(kind) &&
    isBannerKind(kind) &&
    isString(title) &&
    (text === undefined || isString(text)) &&
    (link === undefined || isLink)
  )
}
