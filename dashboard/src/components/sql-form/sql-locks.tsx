import { BLOCKS, locksOf } from './statement-locks.ts'

/** The locks that statements take, and the operations that they block. */
export function SqlLocks({ sql }: { sql: string }) {
  const locks = locksOf(sql)
  if (locks.length === 0)
    return <p className="text-xs text-muted">No table locks. Reads and writes continue.</p>
  return (
    <ul aria-label="Locks" className="grid gap-1 text-xs text-muted">
      {locks.map(({ mode, on }) => (
        <li key={`${mode} ${on}`} className="wrap-anywhere">
          <span className="font-mono">{mode}</span> lock on <span className="font-mono">{on}</span>:{' '}
          <span className={mode === 'ACCESS EXCLUSIVE' ? 'text-warning-text' : undefined}>
            {BLOCKS[mode]}
          </span>
          .
        </li>
      ))}
    </ul>
  )
}
