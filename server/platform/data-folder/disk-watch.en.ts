// The problems of the data folder, in English. The back office shows them to staff.

interface Consequence {
  /** The sentence about the effect of the problem: `nothingSaved` or `noPictureSaved`. */
  consequence: string
}

export const nothingSaved = 'Until then, nothing more is saved.'
export const noPictureSaved = 'Until then, no more pictures are saved.'

export const databaseMoved =
  'The database file was moved or deleted while the server was running. Nothing more is being saved. Put the same file back under the same name. If it’s gone, stop the server and restore the newest backup.'
export const logMoved =
  'A file beside the database (-wal or -shm) was moved or deleted while the server was running. What was saved before that is in the database file. Restart the server. Until then, nothing more is saved.'
export const lockMoved = ({ consequence }: Consequence) =>
  `The lock of the data folder was moved or deleted while the server was running. Restart the server. ${consequence}`
export const diskFull = ({ megabytes, consequence }: Consequence & { megabytes: number }) =>
  `Less than ${megabytes} MB is free on the data folder’s disk. Free up space. ${consequence}`
export const notReadable = ({ code, consequence }: Consequence & { code: string }) =>
  `The data folder can’t be read (${code}). Check the disk. ${consequence}`
export const notResponding = ({ consequence }: Consequence) =>
  `The data folder’s disk isn’t responding. Check the machine. ${consequence}`
export const notWritable = ({ code, consequence }: Consequence & { code: string }) =>
  `The data folder can’t be written to (${code}). Check the disk and the folder’s permissions. ${consequence}`
