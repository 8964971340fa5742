import type { CustomReport, ReportBlock } from '@stoa/contract/platform/custom-reports'
import { moveBlock, replaceBlock } from './blocks.ts'
import { reportText } from './report-text.ts'

export type ReportStore = {
  snapshot: () => CustomReport
  subscribe: (listener: () => void) => () => void
  /** The text to save. */
  text: () => string
  /** Changes the settings of the report. */
  set: (settings: Partial<Omit<CustomReport, 'blocks'>>) => void
  setBlocks: (next: (blocks: readonly ReportBlock[]) => readonly ReportBlock[]) => void
  replaceBlock: (block: ReportBlock) => void
  /** Puts a block at a place, counted without it. */
  move: (id: string, index: number) => void
  /** Removes a block and returns a function that brings it back. */
  remove: (id: string) => () => void
  /** Shows the report of somebody else. */
  replace: (report: CustomReport) => void
}

/** An open report. `onChange` is called after each change of a person. */
export function createReportStore(first: CustomReport, onChange: () => void): ReportStore {
  let report = first
  const listeners = new Set<() => void>()

  function show(next: CustomReport): void {
    report = next
    for (const listener of listeners) listener()
  }

  function change(next: CustomReport): void {
    show(next)
    onChange()
  }

  function setBlocks(next: (blocks: readonly ReportBlock[]) => readonly ReportBlock[]): void {
    const blocks = next(report.blocks)
    if (blocks !== report.blocks) change({ ...report, blocks: [...blocks] })
  }

  return {
    snapshot: () => report,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    text: () => reportText(report),
    set: (settings) => change({ ...report, ...settings }),
    setBlocks,
    replaceBlock: (block) => setBlocks((blocks) => replaceBlock(blocks, block)),
    move: (id, index) => setBlocks((blocks) => moveBlock(blocks, id, index)),
    remove(id) {
      const index = report.blocks.findIndex((block) => block.id === id)
      const removed = report.blocks[index]
      setBlocks((blocks) => blocks.filter((block) => block.id !== id))
      return () => {
        if (removed && !report.blocks.some((block) => block.id === id))
          setBlocks((blocks) => blocks.toSpliced(index, 0, removed))
      }
    },
    replace: show,
  }
}
