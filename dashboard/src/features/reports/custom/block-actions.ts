import type { QueryBlock, ReportBlock } from '@stoa/contract/platform/custom-reports'

/** The changes of one block. */
export type BlockActions = {
  edit: (block: ReportBlock) => void
  /** Asks for the columns of a chart. */
  draw: (block: QueryBlock) => void
  duplicate: (block: ReportBlock) => void
  remove: (block: ReportBlock) => void
  /** Puts a block at a place, counted without it. */
  move: (id: string, index: number) => void
  /** Sets the size, or the nearest one that the block can have. */
  resize: (block: ReportBlock, size: { width: number; height: number }) => void
}

/** A block and where it is in the report. */
export type PlacedBlock = {
  readonly projectRef: string
  readonly block: ReportBlock
  readonly index: number
  readonly count: number
  readonly canEdit: boolean
}
