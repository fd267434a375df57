module parking-fee

go 1.18
