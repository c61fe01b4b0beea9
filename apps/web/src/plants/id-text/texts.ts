export const texts = {
  otherAddress: (host: string) =>
    `is an address of ${host}, not of a plant in this store; give a whole number, such as 42`,
};
