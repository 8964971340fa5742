/** This many consecutive versions share a prefix. */
const GROUP = 256
/** The characters that name a folder of content. */
const START = 2

/**
 * Creates the versions of new content from random ids. Consecutive versions share a prefix, so that
 * concurrent uploads are in one folder and share its synchronization.
 */
export function createVersions(newId: () => string): () => string {
  let start = ''
  let left = 0
  return () => {
    const id = newId()
    if (left === 0) {
      start = id.slice(0, START)
      left = GROUP
    }
    left -= 1
    return start + id.slice(START)
  }
}
