// The same as `fs.js`, for `node:fs/promises`.
import fs from 'node:fs'

// oxlint-disable-next-line house/no-export-all -- It has every name that the module of Node has.
export * from 'node:fs/promises'
// oxlint-disable-next-line import/no-default-export -- So has the module of Node.
export default fs.promises
export const {
  access,
  appendFile,
  chmod,
  chown,
  copyFile,
  cp,
  glob,
  lchmod,
  lchown,
  link,
  lstat,
  lutimes,
  mkdir,
  mkdtemp,
  mkdtempDisposable,
  open,
  opendir,
  readFile,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  truncate,
  unlink,
  utimes,
  watch,
  writeFile,
} = fs.promises
