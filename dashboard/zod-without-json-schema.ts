import type { Plugin } from 'vite'

/**
 * Leaves out of zod what turns its schemas into JSON schemas, five compressed kilobytes of every
 * page: each schema refers to it, and the dashboard never asks for one.
 */
export function zodWithoutJsonSchema(): Plugin {
  const schemas = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
  const nothing = '\0no-json-schema'
  return {
    name: 'zod-without-json-schema',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer !== undefined && schemas.test(importer) && source.includes('json-schema')
        ? nothing
        : null,
    load: (id) => (id === nothing ? METHODS : null),
  }
}

const METHODS = `
  const refuse = () => { throw new Error('The dashboard is built without JSON schemas') }
  export const createToJSONSchemaMethod = () => refuse
  export const createStandardJSONSchemaMethod = () => refuse
`
