import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The nodes that have a project, in files that outlive the main server: the next one must know that
 * the clients of a node that ended together with this one may reconnect.
 */
export type NodeRegister = {
  add(node: string): void
  remove(node: string): void
  list(): readonly RegisteredNode[]
}

export type RegisteredNode = {
  readonly node: string
  /** Whether the node had the project during this run of the main server. */
  readonly isOfThisRun: boolean
}

const FOLDER = 'nodes'

/** @param run identifies this run of the main server. */
export function createNodeRegister(folder: string, run: string): NodeRegister {
  const nodes = path.join(folder, FOLDER)
  const fileOf = (node: string) => path.join(nodes, node)
  return {
    add(node) {
      mkdirSync(nodes, { recursive: true, mode: 0o700 })
      writeFileSync(fileOf(node), run, { mode: 0o600 })
    },
    remove: (node) => rmSync(fileOf(node), { force: true }),
    list() {
      try {
        return readdirSync(nodes).map((node) => ({
          node,
          isOfThisRun: readFileSync(fileOf(node), 'utf8') === run,
        }))
      } catch {
        // No node has had the project.
        return []
      }
    },
  }
}
