import { METRICS, SAMPLED_METRICS, type SampledMetric } from '@stoa/contract/catalog/metrics'
import { MAX_LATEST_MS, MAX_PROJECTS, MINUTES, MINUTE_MS } from '../limits.ts'
import type { Intervals, Sample, SampledValues } from '../port.ts'

/** The samples of each project in the last hour. */
export type SampleWindows = {
  keep(ref: string, sample: Sample): void
  series(ref: string, metric: SampledMetric, intervals: Intervals): (number | null)[]
  latest(ref: string, now: number): Sample | undefined
  sweep(now: number): void
  forget(ref: string): void
}

/** A ring of minutes, each with a number for every metric; NaN where nothing was measured. */
type ProjectSamples = {
  readonly minutes: Int32Array
  readonly values: Float64Array
  lastAt: number
}

const RING = MINUTES + 1
const WIDTH = SAMPLED_METRICS.length
const COLUMN = new Map(SAMPLED_METRICS.map((name, index) => [name, index]))

export function createSampleWindows(onForgotten: () => void): SampleWindows {
  const projects = new Map<string, ProjectSamples>()

  function samplesOf(ref: string): ProjectSamples {
    const found = projects.get(ref)
    if (found) return found
    // Maps keep the order of insertion, so the first is the one that was sampled first.
    const [oldest] = projects.keys()
    if (projects.size >= MAX_PROJECTS && oldest !== undefined) {
      projects.delete(oldest)
      onForgotten()
    }
    const created = {
      minutes: new Int32Array(RING),
      values: new Float64Array(RING * WIDTH).fill(Number.NaN),
      lastAt: 0,
    }
    projects.set(ref, created)
    return created
  }

  return {
    keep(ref, { at, values }) {
      const samples = samplesOf(ref)
      const minute = Math.floor(at / MINUTE_MS)
      const place = minute % RING
      samples.minutes[place] = minute
      samples.lastAt = at
      for (const [index, name] of SAMPLED_METRICS.entries())
        samples.values[place * WIDTH + index] = values[name] ?? Number.NaN
    },
    series(ref, metric, intervals) {
      const samples = projects.get(ref)
      const column = COLUMN.get(metric) ?? 0
      return Array.from({ length: intervals.count }, (_, index) => {
        if (!samples) return null
        const from = Math.floor((intervals.from + index * intervals.stepMs) / MINUTE_MS)
        const to = from + Math.round(intervals.stepMs / MINUTE_MS)
        const found: number[] = []
        for (const [place, minute] of samples.minutes.entries()) {
          const value = samples.values[place * WIDTH + column] ?? Number.NaN
          if (minute >= from && minute < to && !Number.isNaN(value)) found.push(value)
        }
        return combine(found, metric)
      })
    },
    latest(ref, now) {
      const samples = projects.get(ref)
      if (!samples || now - samples.lastAt > MAX_LATEST_MS) return undefined
      const place = Math.floor(samples.lastAt / MINUTE_MS) % RING
      const values: { [Name in SampledMetric]?: number } = {}
      for (const [index, name] of SAMPLED_METRICS.entries()) {
        const value = samples.values[place * WIDTH + index]
        if (value !== undefined && !Number.isNaN(value)) values[name] = value
      }
      return { at: samples.lastAt, values: values satisfies SampledValues }
    },
    sweep(now) {
      for (const [ref, { lastAt }] of projects)
        if (lastAt < now - (MINUTES + 1) * MINUTE_MS) projects.delete(ref)
    },
    forget: (ref) => void projects.delete(ref),
  }
}

function combine(values: readonly number[], metric: SampledMetric): number | null {
  if (values.length === 0) return null
  const { over } = METRICS[metric]
  if (over === 'maximum') return Math.max(...values)
  const sum = values.reduce((total, value) => total + value, 0)
  return over === 'sum' ? sum : sum / values.length
}
