// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { filesBelow, pickedFiles } from './dropped-files.ts'

const fileEntry = (name: string) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
  }) as unknown as FileSystemEntry

/** Like a browser, returns the entries in parts of two. */
const folderEntry = (name: string, children: FileSystemEntry[]) =>
  ({
    name,
    isFile: false,
    isDirectory: true,
    createReader() {
      const rest = [...children]
      return {
        readEntries: (resolve: (entries: FileSystemEntry[]) => void) => resolve(rest.splice(0, 2)),
      }
    },
  }) as unknown as FileSystemEntry

it('finds every file of a dropped folder, also when the browser returns it in parts', async () => {
  const folder = folderEntry('photos', [
    fileEntry('a.png'),
    fileEntry('b.png'),
    folderEntry('2026', [fileEntry('c.png')]),
    folderEntry('empty', []),
    fileEntry('d.png'),
  ])
  expect((await filesBelow(folder, 'team/')).map(({ name }) => name)).toEqual([
    'team/photos/a.png',
    'team/photos/b.png',
    'team/photos/2026/c.png',
    'team/photos/d.png',
  ])
})

it('keeps the folders of a picked folder', () => {
  const inFolder = Object.assign(new File(['x'], 'a.png'), { webkitRelativePath: 'photos/a.png' })
  expect(pickedFiles([inFolder, new File(['y'], 'b.png')], 'x/').map(({ name }) => name)).toEqual([
    'x/photos/a.png',
    'x/b.png',
  ])
})
