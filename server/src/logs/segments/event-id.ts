import { randomBytes } from 'node:crypto'

/**
 * Ids of events: UUIDs of version 7, which grow with the time and, within a millisecond, in the order
 * of writing.
 */
export function createEventIds(): (milliseconds: number) => string {
  const node = randomBytes(6).toString('hex')
  let count = randomBytes(2).readUInt16BE(0)
  let last = -1
  let prefix = ''
  return (milliseconds) => {
    if (milliseconds !== last) {
      const time = Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, '0')
      prefix = `${time.slice(0, 8)}-${time.slice(8, 12)}-7`
      last = milliseconds
    }
    count = (count + 1) & 0xffffff
    const digits = (0x1000000 + count).toString(16)
    return `${prefix}${digits.slice(1, 4)}-8${digits.slice(4, 7)}-${node}`
  }
}
