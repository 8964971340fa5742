/** So many versions in a row begin alike. */
const GROUP = 256
/** The characters that name a folder of content. */
const START = 2

/**
 * Makes the versions of new content from random ids. Versions in a row begin alike, so that uploads
 * at the same time are in one folder and share its synchronization.
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
