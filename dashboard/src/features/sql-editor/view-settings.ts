import { CHART_SHAPES, type ChartSettings } from '../../components/result-chart/chart-settings.ts'
import { isRecord } from '../../data/client/http.ts'
import { readSetting, writeSetting } from '../../lib/storage.ts'

export const RESULT_VIEWS = ['table', 'chart', 'pivot'] as const
export type ResultViewName = (typeof RESULT_VIEWS)[number]

export const AGGREGATES = ['count', 'sum', 'average', 'minimum', 'maximum'] as const

export type PivotSettings = {
  readonly rows: string
  readonly columns: string | null
  readonly value: string
  readonly aggregate: (typeof AGGREGATES)[number]
}

/** How the results of a query are shown. */
export type ViewSettings = {
  readonly view: ResultViewName
  readonly chart?: ChartSettings | undefined
  readonly pivot?: PivotSettings | undefined
}

const KEY = 'stoa.sql-views'
const MOST_KEPT = 200
export const TABLE_VIEW: ViewSettings = { view: 'table' }

/** The view that this browser used last for a query. */
export const readView = (queryId: string): ViewSettings => readAll()[queryId] ?? TABLE_VIEW

/** Keeps the view of a query, and forgets those that were kept the longest. */
export function keepView(queryId: string, settings: ViewSettings): void {
  const { [queryId]: _replaced, ...others } = readAll()
  writeSetting(
    KEY,
    Object.fromEntries([...Object.entries(others).slice(1 - MOST_KEPT), [queryId, settings]]),
  )
}

const readAll = () => readSetting<Record<string, ViewSettings>>(KEY, {}, isKept)

const isKept = (value: unknown): value is Record<string, ViewSettings> =>
  isRecord(value) && Object.values(value).every(isView)

export function isView(value: unknown): value is ViewSettings {
  if (!isRecord(value) || !RESULT_VIEWS.some((view) => view === value['view'])) return false
  const { chart, pivot } = value
  return (chart === undefined || isChart(chart)) && (pivot === undefined || isPivot(pivot))
}

const isChart = (value: unknown) =>
  isRecord(value) &&
  CHART_SHAPES.some((shape) => shape === value['shape']) &&
  typeof value['x'] === 'string' &&
  Array.isArray(value['y']) &&
  value['y'].every((name) => typeof name === 'string') &&
  (value['group'] === null || typeof value['group'] === 'string')

const isPivot = (value: unknown) =>
  isRecord(value) &&
  AGGREGATES.some((aggregate) => aggregate === value['aggregate']) &&
  typeof value['rows'] === 'string' &&
  typeof value['value'] === 'string' &&
  (value['columns'] === null || typeof value['columns'] === 'string')
