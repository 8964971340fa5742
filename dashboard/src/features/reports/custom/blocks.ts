import {
  MAX_BLOCK_ROWS,
  MAX_REPORT_BLOCKS,
  REPORT_COLUMNS,
  type ReportBlock,
} from '@stoa/contract/platform/custom-reports'

/** The columns and rows of a block. */
export type BlockSize = Pick<ReportBlock, 'width' | 'height'>

/** The smallest size in which a block can be read. */
export const leastSize = (block: Pick<ReportBlock, 'kind' | 'view'>): BlockSize =>
  block.view === 'number' ? { width: 1, height: 1 } : { width: 2, height: 2 }

/** The size of a new block. */
export const firstSize = (block: Pick<ReportBlock, 'kind' | 'view'>): BlockSize =>
  block.view === 'number' ? { width: 2, height: 1 } : { width: 3, height: 2 }

/** The nearest size that the block can have. */
export function withSize<Block extends ReportBlock>(block: Block, size: BlockSize): Block {
  const least = leastSize(block)
  const within = (value: number, from: number, to: number) =>
    Math.round(Math.min(to, Math.max(from, value)))
  return {
    ...block,
    width: within(size.width, least.width, REPORT_COLUMNS),
    height: within(size.height, least.height, MAX_BLOCK_ROWS),
  }
}

type Blocks = readonly ReportBlock[]

/** Puts a block at a place, counted without it. */
export function moveBlock(blocks: Blocks, id: string, index: number): Blocks {
  const from = blocks.findIndex((block) => block.id === id)
  const block = blocks[from]
  if (!block) return blocks
  const others = blocks.toSpliced(from, 1)
  const to = Math.max(0, Math.min(index, others.length))
  return to === from ? blocks : others.toSpliced(to, 0, block)
}

/** Replaces the block with the same id, in a size that it can have. */
export const replaceBlock = (blocks: Blocks, next: ReportBlock): Blocks =>
  blocks.map((block) => (block.id === next.id ? withSize(next, next) : block))

/** Adds a block at the end, or below the block `after`; unchanged if there are too many. */
export function addBlock(blocks: Blocks, block: ReportBlock, after?: string): Blocks {
  if (blocks.length >= MAX_REPORT_BLOCKS) return blocks
  const index = blocks.findIndex(({ id }) => id === after)
  return blocks.toSpliced(index === -1 ? blocks.length : index + 1, 0, block)
}

/** The height of a row with the gap below it, in pixels. */
export const ROW_PX = 128

/** The size of a block with its corner at this distance from its top left one. */
export const sizeAt = ({ x, y }: { x: number; y: number }, columnPx: number): BlockSize => ({
  width: Math.min(REPORT_COLUMNS, Math.max(1, Math.round(x / Math.max(1, columnPx)))),
  height: Math.min(MAX_BLOCK_ROWS, Math.max(1, Math.round(y / ROW_PX))),
})
