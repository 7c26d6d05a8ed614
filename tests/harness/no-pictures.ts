/** Lists files that are no picture or are larger than `bytesMax`, each with a name, its content and the refusal. */
export function noPictures(bytesMax: number) {
  const asText = (bytes: Buffer) => bytes.toString('base64')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  return [
    ['a file larger than the limit', () => asText(Buffer.alloc(bytesMax + 1)), 431, 'image_too_large'],
    ['HTML', () => asText(Buffer.from('<html>')), 415, 'unsupported_image'],
    [
      'HTML with the type of a PNG',
      () => `data:image/png;base64,${asText(Buffer.from('<html>'))}`,
      415,
      'unsupported_image',
    ],
    ['an SVG', () => asText(Buffer.from(svg)), 415, 'unsupported_image'],
    ['an empty file', () => 'data:image/png;base64,', 415, 'unsupported_image'],
    ['the path of a picture', () => '/uploads/somebody-elses.jpg', 415, 'unsupported_image'],
  ] as const
}
