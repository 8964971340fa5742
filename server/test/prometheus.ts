/** A family as a collector reads it. */
export type ReadFamily = {
  readonly type: string
  readonly samples: {
    readonly name: string
    readonly labels: Map<string, string>
    readonly value: number
  }[]
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const NUMBER = /^(?:[+-]?Inf|NaN|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i
const SUFFIXES = ['_bucket', '_sum', '_count']

/** Reads the text format 0.0.4, and throws for everything that it does not allow. */
export function readPrometheus(text: string): ReadonlyMap<string, ReadFamily> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const families = new Map<string, ReadFamily>()
  const seen = new Set<string>()
  let help: string | undefined
  let current: { name: string; family: ReadFamily } | undefined
  for (const line of text.split('\n').slice(0, -1)) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      if (!NAME.test(name) || families.has(name)) throw new Error(`Repeated: ${line}`)
      help = name
      continue
    }
    if (keyword === 'TYPE') {
      if (help !== name || !['counter', 'gauge', 'histogram'].includes(rest))
        throw new Error(`Unexpected: ${line}`)
      current = { name, family: { type: rest, samples: [] } }
      families.set(name, current.family)
      continue
    }
    if (!current) throw new Error(`A sample without a type: ${line}`)
    const sample = readSample(line)
    const suffix = sample.name.slice(current.name.length)
    const isOwn = current.family.type === 'histogram' ? SUFFIXES.includes(suffix) : suffix === ''
    if (!sample.name.startsWith(current.name) || !isOwn)
      throw new Error(`Not of its family: ${line}`)
    if (current.family.type === 'counter' && !current.name.endsWith('_total'))
      throw new Error(`A counter without _total: ${line}`)
    const series = line.slice(0, line.lastIndexOf(' '))
    if (seen.has(series)) throw new Error(`Repeated: ${line}`)
    seen.add(series)
    current.family.samples.push(sample)
  }
  return families
}

function readSample(line: string): ReadFamily['samples'][number] {
  const [, name, list = '', number = ''] = SAMPLE.exec(line) ?? []
  if (name === undefined || !NUMBER.test(number)) throw new Error(`Not a sample: ${line}`)
  const labels = new Map<string, string>()
  for (let rest = list; rest !== '';) {
    const [all, label, value] = LABEL.exec(rest) ?? []
    if (all === undefined || label === undefined || labels.has(label))
      throw new Error(`Not labels: ${line}`)
    labels.set(label, value ?? '')
    rest = rest.slice(all.length)
  }
  return { name, labels, value: Number(number.replace('Inf', 'Infinity')) }
}
