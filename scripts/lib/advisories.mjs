/** Compares the packages of a lock file with security advisories (GitHub Advisory Database). */

/**
 * Returns a line for each installed package that an advisory of the list applies to, such as
 * `ws 8.17.0: GHSA-3h5v-q93c-6h6q (high) …`. Packages that only development needs are left out.
 */
export function findVulnerable(lock, { advisories, accepted }) {
  const isAccepted = new Set(accepted.map(({ id }) => id))
  const installed = Object.entries(lock.packages).filter(
    ([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link,
  )
  const lines = installed.flatMap(([place, { version }]) =>
    advisories
      .filter(
        ({ id, package: name, vulnerable }) =>
          nameAt(place) === name &&
          !isAccepted.has(id) &&
          vulnerable.some((range) => isWithin(version, range)),
      )
      .map(
        ({ id, package: name, severity, title }) =>
          `${name} ${version}: ${id} (${severity}) ${title}`,
      ),
  )
  return [...new Set(lines)]
}

/**
 * Returns the same lines from the report of `npm audit --json`, or undefined if the registry made
 * none, as some mirrors don't.
 */
export function readAudit(output, { accepted }) {
  const report = parse(output)
  if (!report?.vulnerabilities || report.error) return undefined
  const isAccepted = new Set(accepted.map(({ id }) => id))
  const lines = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    // A name instead of an advisory says that the package depends on a vulnerable one.
    via
      .filter((advisory) => typeof advisory === 'object')
      .map(({ url, severity, title, range }) => ({
        id: url.split('/').pop(),
        severity,
        title,
        range,
      }))
      .filter(({ id }) => !isAccepted.has(id))
      .map(({ id, severity, title, range }) => `${name} ${range}: ${id} (${severity}) ${title}`),
  )
  return [...new Set(lines)]
}

function parse(output) {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Whether a version satisfies a range such as `<1.2.3` or `>=1.0.0 <1.2.3`. */
export const isWithin = (version, range) =>
  range.split(' ').every((comparator) => {
    const [, sign, limit] = /^(>=|<)(\d+\.\d+\.\d+)$/.exec(comparator) ?? []
    if (limit === undefined) throw new Error(`Not a range: ${range}`)
    const isLess = compare(version, limit) < 0
    return sign === '<' ? isLess : !isLess
  })

function compare(left, right) {
  const [a, b] = [left, right].map((version) => version.split(/[.-]/, 3).map(Number))
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
