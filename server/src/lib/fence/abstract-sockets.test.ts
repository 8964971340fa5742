import { expect, it } from 'vitest'
import { abstractSocketsOf } from './abstract-sockets.ts'

it('names the abstract sockets that listen or take datagrams', () => {
  const text = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 20001 /run/dbus/system_bus_socket
0000000000000000: 00000002 00000000 00010000 0001 01 20002 @/containerd-shim/moby a.sock@
0000000000000000: 00000003 00000000 00000000 0001 03 20003 @/containerd-shim/moby a.sock@
0000000000000000: 00000002 00000000 00000000 0002 01 20004 @datagrams
0000000000000000: 00000003 00000000 00000000 0001 03 20005
`
  expect(abstractSocketsOf(text)).toEqual(['@/containerd-shim/moby a.sock@', '@datagrams'])
})
