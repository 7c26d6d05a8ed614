import sharp from 'sharp'

/** Makes a photograph of 12 megapixels: soft shapes with grain, in a JPEG of `bytesWanted` or slightly more. */
export async function makePhoto(bytesWanted: number): Promise<Buffer> {
  const [width, height] = [4032, 3024]
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="g"><stop stop-color="#fbe"/><stop offset="1" stop-color="#253"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="#476"/>
    ${Array.from({ length: 60 }, (_, at) => `<circle cx="${(at * 997) % width}" cy="${(at * 613) % height}" r="${200 + ((at * 71) % 300)}" fill="url(#g)"/>`).join('')}
  </svg>`
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const photo = sharp(Buffer.from(shapes)).composite([{ input: grain, blend: 'soft-light' }])
  const pixels = await photo.removeAlpha().raw().toBuffer()
  for (let quality = 80; quality <= 100; quality++) {
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (bytes.length >= bytesWanted) return bytes
  }
  throw new Error('The photograph did not reach its size')
}
