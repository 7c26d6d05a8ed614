/** A line of an order, as the server sends it. */
export const item = (n: number) => ({
  productId: null,
  productName: `Bouquet ${n}`,
  quantity: n,
  unitPrice: 100,
  totalPrice: 100 * n,
  missing: 0,
  picture: null,
  size: null,
  answer: null,
})
