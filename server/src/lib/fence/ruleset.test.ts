import { expect, it } from 'vitest'
import { rulesetText } from './ruleset.ts'

const rules = {
  table: 'stoa_a',
  closed: { first: 3, last: 4 },
  canary: { address: '127.100.0.1', port: 1 },
}

it('rejects private networks for some accounts and everything for others', () => {
  const text = rulesetText({
    ...rules,
    publicOnly: {
      ids: { first: 1, last: 2 },
      exceptions: [
        { address: '10.0.0.2', port: 53, protocols: ['udp', 'tcp'] },
        { address: 'fd00::1', port: 443, protocols: ['tcp'] },
      ],
    },
  })
  expect(text).toBe(`add table inet stoa_a
delete table inet stoa_a
table inet stoa_a {
  chain public_only {
    ip daddr 10.0.0.2 udp dport 53 accept
    ip daddr 10.0.0.2 tcp dport 53 accept
    ip6 daddr fd00::1 tcp dport 443 accept
    ip daddr { 0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, 192.168.0.0/16, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4 } reject with icmpx type admin-prohibited
    ip6 daddr != 2000::/3 reject with icmpx type admin-prohibited
    ip6 daddr { 2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20 } reject with icmpx type admin-prohibited
  }
  chain output {
    type filter hook output priority -300; policy accept;
    meta skuid 1-2 jump public_only
    meta skuid 3-4 reject with icmpx type admin-prohibited
    ip daddr 127.100.0.1 udp dport 1 drop
  }
}
`)
})

it('leaves private networks open if the operator allows them', () => {
  const text = rulesetText({ ...rules, publicOnly: undefined })
  expect(text).not.toContain('public_only')
  expect(text).toContain('meta skuid 3-4 reject')
})
