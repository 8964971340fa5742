import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { NodeEvent, Peers } from '../../../project/peers.ts'
import type { Project } from '../../../project/project.ts'
import { RETURN_MS } from '../changes/recovery.ts'
import type { Hub } from '../hub.ts'
import { NAME } from '../name.ts'
import { createNodeRegister, type NodeRegister } from './register.ts'

/**
 * A node's slot ends with it, so nobody knows which changes its clients miss until they reconnect.
 * They can reconnect to any process, which then tells every channel that subscribes within the next
 * two minutes that it may have missed changes.
 */
export type Ends = {
  /** Called when a project has started, in the main server. */
  started(project: Project): void
  stopped(project: Project): void
  /** Whether nodes have the project, or had it when an earlier main server ended. */
  hasNodes(project: Project): boolean
}

type Options = {
  readonly peers: Peers
  readonly clock: Clock
  readonly hubOf: (project: Project) => Hub
}

/** A node that has outlived the main server requests its projects within this time. */
const PATIENCE_MS = 10_000

/** Follows the ends of nodes, in the main server. */
export function followEnds({ peers, clock, hubOf }: Options): Ends {
  const run = randomUUID()
  const running = new Map<Project, NodeJS.Timeout | undefined>()
  const registerOf = (project: Project) => createNodeRegister(project.folder(NAME), run)

  function heard(event: NodeEvent): void {
    const { kind, node, project } = event
    try {
      const register = registerOf(project)
      if (kind === 'took') register.add(node)
      if (kind === 'released') register.remove(node)
      // A node has lost a project that has stopped; the project's next start handles its clients.
      if (!running.has(project)) return
      if (kind === 'ended') end(project, register, { nodes: [node], delayMs: event.delayMs })
      if (kind === 'took_over') hubOf(project).changes.tookOver(event.client)
    } catch (error) {
      project
        .log(NAME)
        .warn({ error: String(error), node, kind }, 'What a node has cannot be recorded.')
    }
  }

  function end(
    project: Project,
    register: NodeRegister,
    { nodes, delayMs }: { readonly nodes: readonly string[]; readonly delayMs: number },
  ): void {
    if (nodes.length === 0) return
    const at = clock.now().getTime()
    hubOf(project).changes.doubt({ since: at - delayMs, until: at + RETURN_MS })
    peers.noteEnd(project.ref, at)
    for (const node of nodes) register.remove(node)
  }

  const namesOf = (register: NodeRegister, isOfThisRun: boolean) =>
    register
      .list()
      .filter((each) => each.isOfThisRun === isOfThisRun)
      .map(({ node }) => node)

  peers.onNode(heard)
  return {
    started(project) {
      const register = registerOf(project)
      // Nodes of this run lost the project when it stopped, with all of their clients.
      end(project, register, { nodes: namesOf(register, true), delayMs: 0 })
      const late = setTimeout(
        () => end(project, register, { nodes: namesOf(register, false), delayMs: PATIENCE_MS }),
        PATIENCE_MS,
      )
      late.unref()
      running.set(project, late)
    },
    stopped(project) {
      clearTimeout(running.get(project))
      running.delete(project)
    },
    hasNodes: (project) => registerOf(project).list().length > 0,
  }
}
