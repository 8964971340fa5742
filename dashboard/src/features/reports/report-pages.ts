/** The last part of the address of a report about one service. */
export type ReportSlug =
  | 'database'
  | 'gateway'
  | 'data-api'
  | 'auth'
  | 'storage'
  | 'functions'
  | 'realtime'

export type ReportPage = {
  readonly slug: ReportSlug
  readonly title: string
  readonly keywords: readonly string[]
}

/** The first script that a browser loads includes this list, so the charts stay out of it. */
export const REPORT_PAGES: readonly ReportPage[] = [
  {
    slug: 'database',
    title: 'Database',
    keywords: ['cpu', 'memory', 'disk', 'connections', 'cache', 'wal'],
  },
  { slug: 'gateway', title: 'API gateway', keywords: ['requests', 'latency', 'errors'] },
  { slug: 'data-api', title: 'Data API', keywords: ['rest', 'postgrest', 'latency'] },
  { slug: 'auth', title: 'Auth', keywords: ['sign-ins', 'latency'] },
  { slug: 'storage', title: 'Storage', keywords: ['egress', 'files'] },
  { slug: 'functions', title: 'Functions', keywords: ['invocations', 'edge functions'] },
  { slug: 'realtime', title: 'Realtime', keywords: ['connections', 'messages'] },
]

export const reportPageOf = (slug: string): ReportPage | undefined =>
  REPORT_PAGES.find((each) => each.slug === slug)
