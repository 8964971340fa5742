import type { Plugin, Rolldown } from 'vite'
import { TABLE } from './shared-chunks.ts'

const ZOD = /node_modules[\\/]zod[\\/]/
/** Code that no page needs before it is opened. */
const UNWANTED = /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/]/

/**
 * Fails the build for chunks that no page should load, or that no page could.
 * - The entry chunk includes zod or the contract. Every page loads it first, and it has the
 *   definitions of all routes, so the import of a single schema there is enough.
 * - An open table loads zod, which only forms need.
 * - Chunks import each other in a circle. Then a module can run before one that it needs.
 */
export function chunkRules(): Plugin {
  return {
    name: 'chunk-rules',
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Rolldown.OutputChunk>()
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') chunks.set(file.fileName, file)
      for (const chunk of chunks.values()) {
        if (isInCircle(chunk, chunks)) this.error(`${chunk.fileName} imports itself in a circle.`)
        const unwanted = chunk.isEntry && chunk.moduleIds.find((id) => UNWANTED.test(id))
        const isOfTable = chunk.moduleIds.some((id) => TABLE.test(id))
        const withZod = isOfTable && [chunk, ...importsOf(chunk, chunks)].find(hasZod)
        if (withZod) this.error(`${chunk.fileName} loads zod with ${withZod.fileName}.`)
        if (unwanted) this.error(explain(unwanted, chunk, (id) => this.getModuleInfo(id)))
      }
    },
  }
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

const hasZod = ({ moduleIds }: Rolldown.OutputChunk) => moduleIds.some((id) => ZOD.test(id))
const isInCircle = (start: Rolldown.OutputChunk, chunks: Chunks) =>
  importsOf(start, chunks).includes(start)

/** The chunks that one imports, possibly through others. */
function importsOf(start: Rolldown.OutputChunk, chunks: Chunks): readonly Rolldown.OutputChunk[] {
  const reached = new Set(start.imports)
  for (const name of reached) for (const next of chunks.get(name)?.imports ?? []) reached.add(next)
  return [...reached].flatMap((name) => chunks.get(name) ?? [])
}

function explain(
  unwanted: string,
  { moduleIds }: Rolldown.OutputChunk,
  getModuleInfo: Rolldown.PluginContext['getModuleInfo'],
): string {
  const trace = new Set([unwanted])
  for (const id of trace) {
    const importer = getModuleInfo(id)?.importers.find((name) => moduleIds.includes(name))
    if (importer !== undefined) trace.add(importer)
  }
  return `Every page would load ${[...trace].join(', imported by ')}. Import it in the component of the page, or with import().`
}
