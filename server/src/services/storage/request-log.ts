import type { RequestLog } from '../../project/service.ts'

/** A row for each request. */
export const STORAGE_REQUESTS: RequestLog = {
  source: 'storage_logs',
  headers: { request: 'req_headers_', response: 'res_headers_' },
  columns: ({ id, ref, method, path, search, status, durationMs }) => ({
    tenantId: ref,
    project: ref,
    reqId: id,
    req_method: method,
    req_url: `${path}${search}`,
    res_statusCode: status,
    responseTime: Math.round(durationMs * 1000) / 1000,
    level: levelOf(status),
  }),
}

const levelOf = (status: number): string => {
  if (status >= 500) return 'error'
  return status >= 400 ? 'warn' : 'info'
}
