import { existsSync } from 'node:fs'
import { canInstall, installFirst } from './debian-packages.mjs'

const PLACES = ['/usr/sbin/nft', '/sbin/nft', '/usr/bin/nft', '/usr/local/sbin/nft']

/** Installs nft, with which the server loads its firewall rules. Without it, their tests are skipped. */
export function ensureNftables() {
  const find = () => PLACES.find((place) => existsSync(place))
  if (process.platform !== 'linux' || find() || !canInstall()) return
  console.log('Installing nftables for the tests of the firewall rules …')
  installFirst(['nftables'], find)
}
