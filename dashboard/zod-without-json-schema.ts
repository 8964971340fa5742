import type { Plugin } from 'vite'

const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const METHODS = '\0zod-json-schema-methods'
const PROCESSORS = '\0zod-json-schema-processors'
/** The export of the processors that schemas also use for other purposes, such as `minValue`. */
const KEPT = 'aggregateChecks'

/**
 * Leaves out of zod what turns its schemas into JSON schemas, five compressed kilobytes of every
 * page: each schema refers to it, and the dashboard never asks for one. Fails the build if a version
 * of zod uses these modules for anything else.
 */
export function zodWithoutJsonSchema(): Plugin {
  let processors = ''
  return {
    name: 'zod-without-json-schema',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || !SCHEMAS.test(importer)) return null
      if (source.endsWith('/to-json-schema.js')) return METHODS
      if (!source.endsWith('/json-schema-processors.js')) return null
      processors = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? ''
      return PROCESSORS
    },
    load(id) {
      if (id === PROCESSORS) return `export { ${KEPT} } from ${JSON.stringify(processors)}`
      return id === METHODS ? REFUSING_METHODS : null
    },
    transform(code, id) {
      if (!SCHEMAS.test(id)) return
      const used = [...code.matchAll(/\bprocessors\.(\w+)\(/g)].map(([, name = '']) => name)
      const lost = used.find((name) => name !== KEPT && !name.endsWith('Processor'))
      if (lost !== undefined) this.error(`zod uses ${lost}, which is left out. Keep it as well.`)
    },
  }
}

const REFUSING_METHODS = `
  const refuse = () => { throw new Error('The dashboard is built without JSON schemas') }
  export const createToJSONSchemaMethod = () => refuse
  export const createStandardJSONSchemaMethod = () => refuse
`
