import {
  BEDS,
  CLIMATES,
  COLORS,
  CULTIVARS,
  EPITHETS,
  FORMS,
  MIDDLES,
  ORIGINS,
  STARTS,
  STATUSES,
  TAGS,
} from './garden-words.ts'
import type { SampleTable, SampleValue } from './insert-statements.ts'
import { dayAfter, minuteAfter } from './sample-time.ts'
import type { SeededRandom } from '../seeded-random.ts'

export const SPECIES_COUNT = 347
export const SPECIMEN_COUNT = 3217
const FAMILY_COUNT = STARTS.length * MIDDLES.length
/** Only this many families, the first ones, have species in the garden. */
const GROWN_FAMILIES = 204

/** Labels that tests search for; each belongs to a single specimen. */
const NAMED: ReadonlyMap<number, string> = new Map([
  [1, "Alpine lantern 'Welcome to the Garden'"],
  [3, "Copper fern 'Fast as a Fern'"],
  // This label sorts after all others because of its first letter.
  [2500, "Öland rockrose 'Última Luz'"],
])

/** The plant tables of the garden: families, species, beds, and specimens. */
export function collectionTables(random: SeededRandom): readonly SampleTable[] {
  return [
    { name: 'family', columns: ['name'], rows: families() },
    {
      name: 'species',
      columns: ['family_id', 'name', 'common_names', 'climate', 'traits', 'described_on'],
      rows: times(SPECIES_COUNT, (at) => species(random, at)),
    },
    { name: 'bed', columns: ['name', 'area_m2', 'is_under_glass'], rows: beds() },
    {
      name: 'specimen',
      columns: [
        'label',
        'species_id',
        'bed_id',
        'origin',
        'height_mm',
        'status',
        'tags',
        'planted_at',
      ],
      rows: times(SPECIMEN_COUNT, (at) => specimen(random, at)),
    },
  ]
}

export const times = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))

const families = () =>
  times(FAMILY_COUNT, (at) => [`${STARTS[at % STARTS.length]}${MIDDLES[at % MIDDLES.length]}aceae`])

const beds = () =>
  BEDS.map((name, index) => [name, 40 + ((index * 137) % 400) + 0.5, name.includes('house')])

function species(random: SeededRandom, at: number): readonly SampleValue[] {
  // The first species are assigned in order, so that each of these families has at least one.
  const family = at <= GROWN_FAMILIES ? at : random.between(1, GROWN_FAMILIES)
  const genus = `${STARTS[family % STARTS.length]}${MIDDLES[family % MIDDLES.length]}a`
  const common = `${random.oneOf(COLORS)} ${random.oneOf(FORMS)}`
  return [
    family,
    `${genus} ${random.oneOf(EPITHETS)}`,
    random.happens(0.3) ? [common, `Garden ${random.oneOf(FORMS)}`] : [common],
    random.oneOf(CLIMATES),
    { json: { petals: random.between(3, 8), scented: random.happens(0.4) } },
    random.happens(0.9) ? dayAfter('1780-01-01', random.between(0, 80_000)) : null,
  ]
}

function specimen(random: SeededRandom, at: number): readonly SampleValue[] {
  const label = `${random.oneOf(COLORS)} ${random.oneOf(FORMS)} '${random.oneOf(CULTIVARS)}'`
  return [
    NAMED.get(at) ?? label,
    Math.ceil((at * SPECIES_COUNT) / SPECIMEN_COUNT),
    random.happens(0.35) ? 1 : random.between(2, BEDS.length),
    random.happens(0.5) ? random.oneOf(ORIGINS) : null,
    random.between(20, 9000) + (random.happens(0.01) ? random.between(10_000, 40_000) : 0),
    random.oneOf(STATUSES),
    TAGS.filter(() => random.happens(0.1)),
    minuteAfter('1995-03-01', random.between(0, 15_000_000)),
  ]
}
