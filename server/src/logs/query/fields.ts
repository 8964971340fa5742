import { LOG_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from './columns.ts'

/** A field that queries can name. */
export type QueryField = {
  readonly path: readonly string[]
  /** The column that has its value; undefined if it is always null. */
  readonly column: string | undefined
}

/**
 * Fields that saved queries name and that no file has: those that only a content delivery network
 * knows are null, the client's address is that of the connection.
 */
const FURTHER: Partial<Record<LogSourceName, readonly (readonly [string, string?])[]>> = {
  edge_logs: [
    ['request.headers.cf_connecting_ip', 'request_ip'],
    ['request.headers.x_real_ip', 'request_ip'],
    ['request.headers.cf_ipcountry'],
    ['request.headers.cf_ray'],
    ['request.cf.country'],
    ['request.cf.city'],
    ['request.cf.region'],
    ['request.cf.asOrganization'],
    ['response.headers.cf_cache_status'],
    ['response.headers.sb_gateway_version'],
  ],
  auth_logs: [['error']],
  function_edge_logs: [['request.cf.country'], ['request.headers.cf_connecting_ip']],
}

const FIELDS: ReadonlyMap<LogSourceName, readonly QueryField[]> = new Map(
  LOG_SOURCES.map(({ reference }) => [
    reference,
    [
      ...fileColumns(reference)
        .filter(({ isNested }) => isNested)
        .map(({ path, name }) => ({ path, column: name })),
      ...(FURTHER[reference] ?? []).map(([path, column]) => ({ path: path.split('.'), column })),
    ],
  ]),
)

/** The fields below `metadata`. */
export const metadataFields = (source: LogSourceName): readonly QueryField[] =>
  FIELDS.get(source) ?? []

/** The name of the column that has the value at a path below `metadata`. */
export const flatName = (path: readonly string[]): string => path.join('_')

/** The paths of all objects below `metadata`, each after its parent. */
export function objectPaths(source: LogSourceName): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>()
  for (const { path } of metadataFields(source))
    for (let length = 1; length < path.length; length++) {
      const object = path.slice(0, length)
      paths.set(flatName(object), object)
    }
  return [...paths.values()]
}
