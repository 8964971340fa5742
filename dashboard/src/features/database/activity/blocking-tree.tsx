import type { DatabaseSession } from '@stoa/contract/services/meta/activity'
import { formatSeconds } from '../../../lib/durations.ts'
import { blockingTrees, type BlockingNode } from './blocking.ts'
import { originOf } from './session-texts.ts'

/** Shows which sessions wait for which. Renders nothing if none waits. */
export function BlockingTree({ sessions }: { sessions: readonly DatabaseSession[] }) {
  const trees = blockingTrees(sessions)
  if (trees.length === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h2 className="text-sm font-medium">Blocking sessions</h2>
      <Nodes nodes={trees} label="Blocking sessions" />
    </section>
  )
}

function Nodes({ nodes, label }: { nodes: readonly BlockingNode[]; label: string }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-1 text-xs">
      {nodes.map(({ session, waiting }) => (
        <li key={session.pid} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <p className="flex min-w-0 gap-2">
            <span className="shrink-0 font-mono font-medium">{session.pid}</span>
            <span className="shrink-0">{stateOf(session)}</span>
            <span className="min-w-0 truncate font-mono text-muted">
              {session.statement ?? originOf(session)}
            </span>
          </p>
          {waiting.length > 0 && (
            <div className="ml-1 border-l pl-3">
              <Nodes nodes={waiting} label={`Sessions that wait for ${session.pid}`} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function stateOf({ state, state_seconds, blocked_by }: DatabaseSession): string {
  const text = blocked_by.length > 0 ? 'waiting' : (state ?? 'server process')
  return state_seconds === null ? text : `${text} for ${formatSeconds(state_seconds)}`
}
