import { expect, it } from 'vitest'
import { nameServersOf } from './resolvers.ts'

it.each<[string, string, readonly string[]]>([
  ['one server', 'nameserver 10.0.0.2\n', ['10.0.0.2']],
  [
    'several servers among other lines',
    '# nameserver 1.1.1.1\nsearch example.com\nnameserver 127.0.0.53\n nameserver\t::1\noptions edns0',
    ['127.0.0.53', '::1'],
  ],
  ['an interface', 'nameserver fe80::1%eth0', ['fe80::1']],
  ['the same server twice', 'nameserver 10.0.0.2\nnameserver 10.0.0.2', ['10.0.0.2']],
  ['what is no address', 'nameserver evil }; flush ruleset', ['127.0.0.1']],
  ['no server', '', ['127.0.0.1']],
])('reads a file with %s', (_, text, expected) => {
  expect(nameServersOf(text)).toEqual(expected)
})
