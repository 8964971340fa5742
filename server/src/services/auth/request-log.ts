import type { RequestLog } from '../../project/service.ts'

/** A row for each request. */
export const AUTH_REQUESTS: RequestLog = {
  source: 'auth_logs',
  columns: ({ method, path, host, ip, referer, status, durationMs }) => ({
    component: 'api',
    level: status >= 500 ? 'error' : 'info',
    msg: 'request completed',
    method,
    path: path.replace(/^\/auth\/v1/, ''),
    host,
    remote_addr: ip,
    referer: referer?.split(/[?#]/, 1)[0],
    status,
    duration: Math.round(durationMs * 1000) / 1000,
  }),
}
