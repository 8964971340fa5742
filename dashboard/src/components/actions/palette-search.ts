import { fuzzyScore, partScore } from '../../lib/fuzzy.ts'
import type { Shortcut } from '../../lib/shortcuts.ts'

/** An item that the palette can find. */
export type PaletteItem = {
  readonly id: string
  readonly title: string
  /** The heading that it appears under. */
  readonly group: string
  readonly detail?: string
  readonly keywords?: readonly string[]
  readonly shortcut?: Shortcut
  /** False if it only appears in search results. */
  readonly isListed: boolean
  /** Added to a match's score, so that the most frequent searches come first. */
  readonly weight: number
  readonly run: () => void
}

export type PaletteGroup = { readonly heading: string; readonly items: readonly PaletteItem[] }

/** Finds items by a query; `recent` are the ids of the latest choices, newest first. */
export type PaletteSearch = (query: string, recent: readonly string[]) => PaletteGroup[]

export const RECENT = 'Recent'
const MOST_RECENT = 6
const MOST_LISTED = 20
const MOST_FOUND = 8
const FOR_RECENT = 120
const FOR_WHOLE_TITLE = 1500
/** Above every score of keywords and details. */
const FOR_TITLE_ALONE = 480

/** Prepares the items once, so that each key press only compares. */
export function createPaletteSearch(items: readonly PaletteItem[]): PaletteSearch {
  const prepared = items.map((item) => ({
    item,
    title: item.title.toLowerCase(),
    keywords: (item.keywords ?? []).join(' ').toLowerCase(),
    detail: (item.detail ?? '').toLowerCase(),
  }))
  const byId = new Map(items.map((item) => [item.id, item]))
  return (query, recent) => {
    const text = query.trim().toLowerCase()
    const terms = text.split(/[\s.,/]+/).filter((term) => term !== '')
    if (terms.length === 0) return unsearched(items, byId, recent)
    const chosen = new Set(recent)
    const best = new Map<string, RatedItem[]>()
    for (const one of prepared) {
      const score = scoreOf(terms, one)
      if (score === 0) continue
      const whole = one.title === text ? FOR_WHOLE_TITLE : 0
      const latest = chosen.has(one.item.id) ? FOR_RECENT : 0
      keepBest(best, { item: one.item, score: score + one.item.weight + whole + latest })
    }
    return [...best]
      .toSorted(([, one], [, other]) => (other[0]?.score ?? 0) - (one[0]?.score ?? 0))
      .map(([heading, found]) => ({ heading, items: found.map(({ item }) => item) }))
  }
}

type RatedItem = { readonly item: PaletteItem; readonly score: number }

/** Adds a match to its group, unless the group is full of better ones. Sorting all would be slow. */
function keepBest(best: Map<string, RatedItem[]>, match: RatedItem) {
  const group = best.get(match.item.group)
  if (!group) {
    best.set(match.item.group, [match])
    return
  }
  const last = group.at(-1)
  if (group.length === MOST_FOUND && last && last.score >= match.score) return
  const place = group.findIndex(({ score }) => score < match.score)
  group.splice(place === -1 ? group.length : place, 0, match)
  if (group.length > MOST_FOUND) group.pop()
}

/** The latest choices, followed by everything that is listed without a search. */
function unsearched(
  items: readonly PaletteItem[],
  byId: ReadonlyMap<string, PaletteItem>,
  recent: readonly string[],
): PaletteGroup[] {
  const latest = recent.flatMap((id) => byId.get(id) ?? []).slice(0, MOST_RECENT)
  const listed = items.filter((item) => item.isListed && !latest.includes(item))
  return [...(latest.length > 0 ? [{ heading: RECENT, items: latest }] : []), ...grouped(listed)]
}

type Texts = { readonly title: string; readonly keywords: string; readonly detail: string }

/** The average score of the terms; 0 if one of them matches nowhere. */
function scoreOf(terms: readonly string[], { title, keywords, detail }: Texts): number {
  let sum = 0
  for (const term of terms) {
    // A match in the title outranks the others, so they need not be compared.
    const inTitle = fuzzyScore(term, title)
    const best =
      inTitle >= FOR_TITLE_ALONE
        ? inTitle
        : Math.max(inTitle, partScore(term, keywords) * 0.6, partScore(term, detail) * 0.4)
    if (best === 0) return 0
    sum += best
  }
  return sum / terms.length
}

/** Groups in the order of their first items, each of limited length. */
function grouped(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = new Map<string, PaletteItem[]>()
  for (const item of items) {
    const group = groups.get(item.group)
    if (!group) groups.set(item.group, [item])
    else if (group.length < MOST_LISTED) group.push(item)
  }
  return [...groups].map(([heading, members]) => ({ heading, items: members }))
}
