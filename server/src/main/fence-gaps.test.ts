import { expect, it } from 'vitest'
import { findGaps } from './fence-gaps.ts'

const whole = {
  allowsPrivate: false,
  obstacle: undefined,
  sandbox: { restrictsFiles: true, restrictsAbstractSockets: true },
  withoutNetwork: true,
  readSockets: async () => ['@/containerd-shim/a.sock'],
}
const messagesOf = async (change: Partial<Parameters<typeof findGaps>[0]>) =>
  (await findGaps({ ...whole, ...change })).map(({ message }) => message)

const FILES = expect.stringContaining('readable files')
const NETWORKS = expect.stringContaining('private networks')
const FUNCTIONS = expect.stringMatching(/^Functions can connect to abstract .*containerd/)
const DATABASES = expect.stringMatching(/^Databases .*containerd/)

it('finds none where the kernel enforces everything', async () => {
  expect(await messagesOf({})).toEqual([])
})

it.each([
  ['without Landlock', { sandbox: undefined }, [FILES, FUNCTIONS]],
  [
    'with a Landlock that knows no scopes',
    { sandbox: { restrictsFiles: true, restrictsAbstractSockets: false } },
    [FUNCTIONS],
  ],
  [
    'without abstract sockets to reach',
    { sandbox: undefined, readSockets: async () => [] },
    [FILES],
  ],
  ['without network namespaces', { withoutNetwork: false }, [DATABASES]],
  ['without nft', { obstacle: 'program' }, [NETWORKS]],
  ['for an ordinary user', { obstacle: 'account', withoutNetwork: false }, [NETWORKS]],
  ['if the operator allows private addresses', { allowsPrivate: true }, [NETWORKS]],
  [
    'outside of Linux',
    { obstacle: 'system', sandbox: undefined, withoutNetwork: false },
    [NETWORKS],
  ],
] as const)('names what is open %s', async (_, change, expected) => {
  expect(await messagesOf(change)).toEqual(expected)
})

it('says what to install', async () => {
  const [gap] = await findGaps({ ...whole, obstacle: 'program' })
  expect(gap?.hint).toContain('apt-get install nftables')
})
