import { SPECIES_COUNT, SPECIMEN_COUNT, times } from './collection-tables.ts'
import { GARDENERS, TRAILS } from './garden-words.ts'
import type { SampleTable, SampleValue } from './insert-statements.ts'
import { dayAfter, minuteAfter } from './sample-time.ts'
import type { SeededRandom } from '../seeded-random.ts'

const WATERING_COUNT = 2400
const MEMBERSHIP_COUNT = 59
const SALE_COUNT = 412
const SALE_LINE_COUNT = 2240
/** The number of specimens on the longest trail; every other trail has at most half as many. */
const LONGEST_TRAIL = 1200

/** The tables about people in the garden: staff, members, shop, and trails. */
export function workTables(random: SeededRandom): readonly SampleTable[] {
  return [
    {
      name: 'gardener',
      columns: ['title', 'reports_to', 'hired_at', 'shift_hours'],
      rows: GARDENERS.map((title, index) => gardener(random, title, index)),
    },
    {
      name: 'watering',
      columns: ['specimen_id', 'gardener_id', 'watered_at', 'litres'],
      rows: times(WATERING_COUNT, (at) => [
        random.between(1, SPECIMEN_COUNT),
        random.between(2, GARDENERS.length),
        minuteAfter('2024-04-01', at * 97 + random.between(0, 90)),
        random.between(1, 200) / 10,
      ]),
    },
    {
      name: 'membership',
      columns: ['membership_id', 'name', 'email', 'preferences', 'joined_on'],
      rows: times(MEMBERSHIP_COUNT, (at) => membership(random, at)),
    },
    {
      name: 'sale',
      columns: ['membership_id', 'sold_at', 'is_gift'],
      rows: times(SALE_COUNT, (at) => [
        random.happens(0.8) ? membershipId(random.between(1, MEMBERSHIP_COUNT)) : null,
        minuteAfter('2024-01-02', at * 1200 + random.between(480, 1080)),
        random.happens(0.1),
      ]),
    },
    {
      name: 'sale_line',
      columns: ['sale_id', 'species_id', 'unit_price', 'quantity'],
      rows: times(SALE_LINE_COUNT, (at) => [
        Math.ceil((at * SALE_COUNT) / SALE_LINE_COUNT),
        random.between(1, SPECIES_COUNT),
        (random.between(2, 40) * 100 - 1) / 100,
        random.between(1, 6),
      ]),
    },
    { name: 'trail', columns: ['name'], rows: TRAILS.map((name) => [name]) },
    { name: 'trail_specimen', columns: ['trail_id', 'specimen_id'], rows: stops(random) },
  ]
}

const gardener = (random: SeededRandom, title: string, index: number): readonly SampleValue[] => [
  title,
  index === 0 ? null : Math.min(3, Math.ceil(index / 2)),
  minuteAfter('2010-01-04', random.between(0, 6_000_000)).slice(0, 16),
  random.happens(0.5) ? '[6,14)' : '[9,17)',
]

const membershipId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const membership = (random: SeededRandom, at: number): readonly SampleValue[] => [
  membershipId(at),
  `Household ${at}`,
  `household-${at}@example.org`,
  { json: { newsletter: random.happens(0.6), visits: random.between(0, 40) } },
  dayAfter('2012-01-01', random.between(0, 4400)),
]

/** The specimens along each trail, evenly spaced so that none appears twice. */
const stops = (random: SeededRandom): readonly (readonly number[])[] =>
  TRAILS.flatMap((_, index) => {
    const count = index === TRAILS.length - 1 ? 1 : Math.ceil(LONGEST_TRAIL / (index + 1))
    const step = Math.floor(SPECIMEN_COUNT / count)
    const first = random.between(1, count === 1 ? SPECIMEN_COUNT : step)
    return times(count, (at) => [index + 1, first + (at - 1) * step])
  })
