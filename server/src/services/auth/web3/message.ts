/** A message that a wallet signs to sign in: EIP-4361 for Ethereum, and its like for Solana. */
export type WalletMessage = {
  readonly domain: string
  readonly address: string
  readonly statement: string
  readonly uri: string | undefined
  readonly version: string | undefined
  readonly chainId: string | undefined
  readonly nonce: string | undefined
  readonly issuedAt: Date | undefined
  readonly expiresAt: Date | undefined
  readonly notBefore: Date | undefined
}

const HEADER = /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/
const FIELD = /^([A-Z][A-Za-z ]*): (.*)$/
const MAX_MESSAGE = 10_000

/** Parses a message; undefined if it is invalid for its chain or repeats a field. */
export function parseMessage(
  text: string,
  chain: 'Ethereum' | 'Solana',
): WalletMessage | undefined {
  if (text.length > MAX_MESSAGE || text.includes('\r')) return undefined
  const [first = '', address = '', blank, ...rest] = text.split('\n')
  const header = HEADER.exec(first)
  if (!header || header[2] !== chain || address === '') return undefined
  if (blank !== undefined && blank !== '') return undefined
  const start = rest.findIndex((line) => FIELD.test(line))
  const fields = readFields(start === -1 ? [] : rest.slice(start))
  if (!fields) return undefined
  const times = ['Issued At', 'Expiration Time', 'Not Before'].map((name) =>
    timeOf(fields.get(name)),
  )
  if (times.includes('invalid')) return undefined
  const [issuedAt, expiresAt, notBefore] = times.map((time) =>
    time instanceof Date ? time : undefined,
  )
  return {
    domain: header[1] ?? '',
    address,
    statement: (start === -1 ? rest : rest.slice(0, start)).join('\n').trim(),
    uri: fields.get('URI'),
    version: fields.get('Version'),
    chainId: fields.get('Chain ID'),
    nonce: fields.get('Nonce'),
    issuedAt,
    expiresAt,
    notBefore,
  }
}

function readFields(lines: readonly string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  let isInResources = false
  for (const line of lines) {
    if (isInResources && line.startsWith('- ')) continue
    if (line === 'Resources:' || line === 'Resources') {
      isInResources = true
      continue
    }
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    if (name === '' || isInResources || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

function timeOf(text: string | undefined): Date | 'invalid' | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\dT/.test(text) ? 'invalid' : time
}
