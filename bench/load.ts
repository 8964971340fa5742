import http from 'node:http'

export type LoadOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/** Requests answered with 200 a second, with a fixed number of connections that each ask again at once. */
export async function measureRate(options: LoadOptions): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.connections })
  const end = performance.now() + options.seconds * 1000
  let answered = 0
  const loop = async () => {
    while (performance.now() < end) {
      await ask(options, agent)
      answered += 1
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: options.connections }, loop))
  agent.destroy()
  return (answered / (performance.now() - started)) * 1000
}

function ask({ url, headers }: LoadOptions, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    request.once('error', reject)
  })
}

/** The median of several alternating rounds: what else the machine does hits both sides alike. */
export async function compareRates(
  sides: readonly LoadOptions[],
  rounds: number,
): Promise<readonly number[]> {
  const rates = sides.map((): number[] => [])
  for (const side of sides) await measureRate({ ...side, seconds: 1 })
  for (let round = 0; round < rounds; round += 1)
    for (const [index, side] of sides.entries()) rates[index]?.push(await measureRate(side))
  return rates.map(median)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
