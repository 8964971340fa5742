import { useEffect, useRef, useState } from 'react'
import { findConcerns, type Catalogue, type Concerns } from '../concerns.ts'
import type { RunRequest, RunStore } from '../run-store.ts'
import { secured } from '../use-run-text.ts'
import type { SqlCell } from './cells.ts'
import type { NotebookStore } from './notebook-store.ts'
import { runCells, type Decision, type RunOutcome } from './run-cells.ts'

type Options = {
  notebookId: string
  store: NotebookStore
  runs: RunStore
  catalogue: Catalogue
  exposedSchemas: readonly string[]
  /** A read-only role can neither destroy nor create anything. */
  isReadOnly: boolean
  how: Omit<RunRequest, 'sql' | 'start' | 'parameters'>
  /** Called after each cell that ran, because it may have changed the catalog. */
  onChanged: () => void
}

export type Progress = { readonly cellId: string; readonly index: number; readonly total: number }
type Question = { readonly concerns: Concerns; readonly decide: (decision: Decision) => void }

/** The name of a cell in the run store. */
export const runKey = (notebookId: string, cellId: string) => `${notebookId} ${cellId}`

/** Runs one or several cells of a notebook; one run at a time. */
export function useCellRuns({ notebookId, store, runs, how, onChanged, ...options }: Options) {
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<RunOutcome>()
  const [question, setQuestion] = useState<Question>()
  const current = useRef<{ isStopped: boolean; cellId?: string }>(undefined)
  useEffect(
    () => () => {
      if (current.current) current.current.isStopped = true
    },
    [],
  )

  const run = async (cells: readonly SqlCell[]) => {
    if (current.current) return
    const mine: { isStopped: boolean; cellId?: string } = { isStopped: false }
    current.current = mine
    setOutcome(undefined)
    const ended = await runCells({
      cells,
      parameters: store.snapshot().parameters,
      how,
      async start(cellId, request) {
        const finished = await runs.start(runKey(notebookId, cellId), request)
        if (finished?.state === 'done') onChanged()
        return finished
      },
      concernsOf: async (sql) => (options.isReadOnly ? undefined : findConcerns(sql, options)),
      async decide(concerns) {
        const decision = await new Promise<Decision>((decide) => setQuestion({ concerns, decide }))
        setQuestion(undefined)
        return decision
      },
      secured: (request, concerns) => secured({ request, concerns }),
      onCell(cellId, index) {
        mine.cellId = cellId
        setProgress({ cellId, index, total: cells.length })
      },
      isStopped: () => mine.isStopped,
    })
    current.current = undefined
    setProgress(undefined)
    setOutcome(ended)
  }
  return {
    progress,
    outcome,
    concerns: question?.concerns,
    decide: (decision: Decision) => question?.decide(decision),
    /** Runs what a function selects of the newest cells. */
    run(select: (cells: readonly SqlCell[]) => readonly SqlCell[]) {
      store.flush()
      const cells = store.snapshot().cells.filter((cell) => cell.kind === 'sql')
      void run(select(cells).filter(({ text }) => text.trim() !== ''))
    },
    stop() {
      if (!current.current) return
      current.current.isStopped = true
      const { cellId } = current.current
      if (cellId !== undefined) void runs.cancel(runKey(notebookId, cellId))
    },
    dismiss: () => setOutcome(undefined),
  }
}
